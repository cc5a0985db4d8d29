/** The one connection of a page: commands with answers, messages for those who listen, and coming back after a cut. */
import { entropy, Refused } from "./api";
import { take } from "./first";
import { forget } from "./kept";
import { whoAmI } from "./people.svelte";
import { lookForNewer, offerNewer, reached } from "./reach.svelte";
import type { ToClient, ToServer } from "./types";

type WithoutRequest<Command> = Command extends { request: string } ? Omit<Command, "request"> : never;
export type Order = WithoutRequest<ToServer>;
type Answer = Extract<ToClient, { type: "done" | "watching" | "sheet_read" | "pong" }>;

interface Waiting {
  command: ToServer;
  resolve: (answer: Answer) => void;
  reject: (error: Refused) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const SILENCE_MS = 20_000; // ask whether the server is there after so long without a word
const PATIENCE_MS = 8_000; // and take the line for dead after so long without an answer

const LOGGED_OUT = 4401; // the session ended, here or on another device

export type LineState = "connecting" | "open" | "lost" | "stopping";

export class Line {
  state = $state<LineState>("connecting");
  retryAt = $state(0); // when the next attempt is made, for the strip under the bar
  person = "";
  private socket: WebSocket | null = null;
  private version = take("version") ?? ""; // of the server that made this page
  private greeted = false;
  private isStopped = false;
  private attempts = 0;
  private counter = 0;
  private heardAt = 0;
  private timer = 0;
  private pulse = 0;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<(message: ToClient) => void>();
  private readonly greeters = new Set<() => void>();
  private readonly prefix = entropy().slice(0, 12);

  constructor() {
    addEventListener("online", this.cameOnline);
    this.pulse = window.setInterval(() => this.checkPulse(), 2_000);
    this.connect();
  }

  private readonly cameOnline = (): void => this.connectNow();

  /** Hangs up for good. */
  stop(): void {
    const socket = this.socket;
    this.socket = null;
    removeEventListener("online", this.cameOnline);
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.isStopped = true;
    socket?.close();
  }

  /** Whether a command would arrive: it waits for a first connection, but nobody plays on while the line is cut. */
  get usable(): boolean {
    return this.state === "open" || (this.state === "connecting" && !this.greeted);
  }

  listen(listener: (message: ToClient) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls back at each new connection, and now if there is one. */
  greet(greeter: () => void): () => void {
    this.greeters.add(greeter);
    if (this.state === "open") greeter();
    return () => this.greeters.delete(greeter);
  }

  /** Sends a command; after a cut it is sent again under the same name, which changes nothing twice. */
  send(order: Order, options: { again: boolean } = { again: true }): Promise<Answer> {
    const request = `${this.prefix}-${++this.counter}`;
    const command = { ...order, request } as ToServer;
    return new Promise((resolve, reject) => {
      if (!options.again && this.state !== "open") {
        reject(new Refused("offline", { fr: "Connexion perdue.", en: "Connection lost." }));
        return;
      }
      this.waiting.set(request, { command, resolve, reject });
      this.transmit(command);
    });
  }

  connectNow(): void {
    if (this.state === "open" || this.state === "connecting") return;
    this.connect();
  }

  /** A newcomer is nobody until the server gave a name, and a line that is nobody's could not play. */
  private connect(): void {
    clearTimeout(this.timer);
    if (this.attempts === 0) this.state = "connecting";
    whoAmI().then(
      () => this.open(),
      () => this.lose(),
    );
  }

  private open(): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === LOGGED_OUT)
        leave(); // the page is somebody else's now
      else this.lose();
    };
  }

  private lose(): void {
    if (this.isStopped) return;
    this.socket = null;
    if (this.state !== "stopping" || this.attempts > 2) this.state = "lost";
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts) * (0.8 + 0.4 * Math.random());
    this.attempts += 1;
    this.retryAt = Date.now() + wait;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private hear(message: ToClient): void {
    this.heardAt = Date.now();
    if (message.type === "welcome") this.welcome(message.version, message.person);
    if (message.type === "stopping") this.state = "stopping";
    if (
      message.type === "done" ||
      message.type === "watching" ||
      message.type === "sheet_read" ||
      message.type === "pong"
    )
      this.answer(message);
    if (message.type === "error" && message.request !== null) this.refuse(message.request, message);
    for (const listener of this.listeners) listener(message);
  }

  private welcome(version: string, person: string): void {
    if (this.version !== "" && this.version !== version) offerNewer();
    if (this.greeted) lookForNewer();
    reached(true);
    if (person === "" && this.person !== "") return leave(); // logged out while the line was cut
    this.version = version;
    this.greeted = true;
    this.person = person;
    this.attempts = 0;
    this.state = "open";
    for (const greeter of this.greeters) greeter();
    for (const { command } of this.waiting.values()) this.transmit(command);
  }

  private answer(message: Answer): void {
    this.waiting.get(message.request)?.resolve(message);
    this.waiting.delete(message.request);
  }

  private refuse(request: string, message: Extract<ToClient, { type: "error" }>): void {
    this.waiting.get(request)?.reject(new Refused(message.code, message.text, message.rule, message.remedy));
    this.waiting.delete(request);
  }

  private transmit(command: ToServer): void {
    if (this.state === "open" && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private checkPulse(): void {
    if (this.state !== "open") return;
    const silence = Date.now() - this.heardAt;
    if (silence > SILENCE_MS + PATIENCE_MS) this.socket?.close();
    else if (silence > SILENCE_MS) this.send({ type: "ping" }, { again: false }).catch(() => undefined);
  }
}

/** Begins anew without what was kept for the person who was here. */
function leave(): void {
  void forget().finally(() => location.reload());
}

let line: Line | null = null;

/** The page's connection, opened when first needed. */
export function theLine(): Line {
  line ??= new Line();
  return line;
}

/** Hangs up before who one is changes; whoever needs the connection again gets a new one. */
export function hangUp(): void {
  void forget();
  line?.stop();
  line = null;
}
