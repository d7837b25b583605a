// Requests to the server. Every failure becomes an Error whose message is the server's own sentence.

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error("The server does not answer; is it still running?");
  }
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(json.error?.message ?? `The server answered ${answer.status}.`);
  return json;
}

const query = (values) => new URLSearchParams(values).toString();

export const catalogue = () => request("GET", "/api/catalogue");
export const games = () => request("GET", "/api/games");
export const create = (wish) => request("POST", "/api/games", wish);
export const load = (file) => request("POST", "/api/games/load", file);

/** One game seen from one seat. */
export class Seat {
  constructor(id, token) {
    this.id = id;
    this.token = token;
  }
  path(verb, values = {}) {
    return `/api/games/${encodeURIComponent(this.id)}/${verb}?${query({ token: this.token, ...values })}`;
  }
  map() { return request("GET", this.path("map")); }
  /** Waits on the server until something newer than `since` is there, or some seconds have passed. */
  view(since = -1) { return request("GET", this.path("view", { since })); }
  play(action, version) { return request("POST", this.path("play"), { action, version }); }
  undo() { return request("POST", this.path("undo"), {}); }
  hint() { return request("POST", this.path("hint"), {}); }
  stop() { return request("POST", this.path("stop"), {}); }
  /** The odds of every choice that dice decide. */
  odds() { return request("POST", this.path("odds"), {}); }
  save() { return request("GET", this.path("save")); }
  replay(step) { return request("GET", this.path("replay", { step })); }
}
