/** Short sounds made by the browser itself: wood on wood for a move, two notes for "your turn". Off by default. */
import { settings } from "./settings.svelte";
import type { Happening } from "./types";

let context: AudioContext | null = null;

function tone(frequency: number, start: number, length: number, kind: OscillatorType, loudness: number): void {
  context ??= new AudioContext();
  const now = context.currentTime + start;
  const oscillator = new OscillatorNode(context, { frequency, type: kind });
  const gain = new GainNode(context, { gain: loudness });
  gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(now + length);
}

export function knock(): void {
  tone(190, 0, 0.09, "triangle", 0.4);
  tone(520, 0, 0.03, "square", 0.05);
}

export function play(happenings: readonly Happening[], myTurn: boolean): void {
  if (!settings.sound) return;
  if (happenings.length > 0) knock();
  if (myTurn) {
    tone(392, 0.16, 0.18, "sine", 0.16);
    tone(523, 0.3, 0.24, "sine", 0.16);
  }
}
