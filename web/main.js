// Entry: the lobby at "/", a seat at "/play/ID?token=...", a recorded game at "/replay".

import { h, notice } from "./dom.js";
import { showLobby } from "./lobby.js";
import { showReplay } from "./replay.js";
import { showTable } from "./table.js";

const root = document.documentElement;
const remembered = localStorage.getItem("theme");
const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
root.dataset.theme = remembered ?? system;
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

const page = document.getElementById("page");
const [, kind, id] = location.pathname.split("/");
const shown = kind === "play" ? showTable(page, id, new URLSearchParams(location.search).get("token") ?? "")
  : kind === "replay" ? showReplay(page, new URLSearchParams(location.search))
  : showLobby(page);
shown.catch((error) => {
  notice(error.message);
  page.replaceChildren(h("div", { class: "lobby" }, h("div", { class: "card" }, h("p", {}, error.message), h("a", { href: "/" }, "To the lobby"))));
});
