import { mount } from "svelte";
import App from "./App.svelte";
import { wasKnown } from "./core/first";
import { followLinks, route } from "./core/route.svelte";
import { keepApp } from "./core/reach.svelte";
import { renew } from "./core/renew";
import { show } from "./core/settings.svelte";
import { theLine } from "./core/socket.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/table.css";

let leaving = false; // for a newer page: what fails in this one now is of no interest
addEventListener("vite:preloadError", () => (leaving = renew()));
addEventListener("unhandledrejection", (event) => leaving && event.preventDefault());
addEventListener("click", followLinks);
show();
if (wasKnown && route().page === "table") theLine(); // connects while the board is still on its way
mount(App, { target: document.getElementById("app") ?? document.body });
// After the page: what it shows first must not wait for what it may need one day.
if (import.meta.env.PROD) addEventListener("load", () => void keepApp());
