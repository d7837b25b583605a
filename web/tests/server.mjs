// Starts the real binary on a free port of the loopback interface, and talks to it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export async function startServer(binary, folder) {
  const child = spawn(binary, ["serve", "--port", "0", "--games", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((found, failed) => {
    lines.on("line", (line) => {
      const match = line.match(/http:\/\/[0-9.:]+/);
      if (match) found(match[0]);
    });
    child.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const stop = () => new Promise((stopped) => {
    child.once("exit", stopped);
    child.kill("SIGKILL");
  });
  return { address, stop };
}

export async function api(address, path, body) {
  const answer = await fetch(address + path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}
