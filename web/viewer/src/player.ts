// SPDX-License-Identifier: MIT
//
// The clips of a model: which one, at what time, how fast.

import type { Clip } from "maquette-models";
import { byId } from "./page";

export class Player {
  clip: number | null = null;
  seconds = 0;
  playing = false;
  private direction = 1;
  private clips: Clip[] = [];
  private bar = byId("player", HTMLElement);
  private list = byId("clip", HTMLSelectElement);
  private search = byId("clip-search", HTMLInputElement);
  private play = byId("play", HTMLButtonElement);
  private scrubber = byId("scrubber", HTMLInputElement);
  private time = byId("time", HTMLOutputElement);
  private loop = byId("loop", HTMLSelectElement);
  private speed = byId("speed", HTMLSelectElement);

  /** `onPose` is called whenever another pose is to be shown. */
  constructor(private onPose: () => void) {
    this.list.onchange = () => this.choose(this.list.value === "" ? null : Number(this.list.value));
    this.search.oninput = () => this.fillList();
    this.play.onclick = () => this.toggle();
    this.scrubber.oninput = () => {
      this.pause();
      this.setTime(Number(this.scrubber.value));
    };
    byId("step", HTMLButtonElement).onclick = () => this.step(1);
    byId("step-back", HTMLButtonElement).onclick = () => this.step(-1);
  }

  private get length(): number {
    return this.clip === null ? 0 : this.clips[this.clip].duration;
  }

  setClips(clips: Clip[]): void {
    this.clips = clips;
    this.bar.hidden = clips.length === 0;
    this.search.hidden = clips.length < 8;
    this.search.value = "";
    this.pause();
    this.fillList();
    this.choose(null, false);
  }

  private fillList(): void {
    const wanted = this.search.value.toLowerCase();
    const options = this.clips.flatMap((clip, index) => {
      const name = clip.name || `clip ${index + 1}`;
      return name.toLowerCase().includes(wanted) ? [new Option(name, String(index))] : [];
    });
    this.list.replaceChildren(new Option("rest pose", ""), ...options);
    this.list.value = this.clip === null ? "" : String(this.clip);
  }

  choose(clip: number | null, show = true): void {
    this.clip = clip;
    this.list.value = clip === null ? "" : String(clip);
    this.scrubber.max = String(this.length || 1);
    this.scrubber.disabled = clip === null;
    this.direction = 1;
    this.setTime(0, show);
  }

  setTime(seconds: number, show = true): void {
    this.seconds = seconds;
    this.scrubber.value = String(seconds);
    const rate = this.clip === null ? 0 : this.clips[this.clip].rate;
    const frame = rate > 0 ? `, frame ${Math.round(seconds * rate)} of ${Math.round(this.length * rate)}` : "";
    this.time.value = this.clip === null ? "" : `${seconds.toFixed(2)} s${frame}`;
    if (show) this.onPose();
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.clips.length === 0) return;
    if (this.clip === null) this.choose(0);
    if (this.loop.value === "clamp" && this.seconds >= this.length) this.setTime(0);
    this.playing = true;
    this.play.textContent = "Pause";
    this.onPose();
  }

  pause(): void {
    this.playing = false;
    this.play.textContent = "Play";
  }

  step(frames: number): void {
    this.pause();
    if (this.clip === null) this.choose(0);
    if (this.clip === null) return;
    const rate = this.clips[this.clip].rate || 30;
    const frame = Math.round(this.seconds * rate) + frames;
    const last = Math.round(this.length * rate);
    this.setTime(((frame + last + 1) % (last + 1)) / rate);
  }

  /** Moves on by this time; false when nothing plays. */
  advance(elapsed: number): boolean {
    if (!this.playing || this.length <= 0) return false;
    let seconds = this.seconds + elapsed * Number(this.speed.value) * this.direction;
    if (this.loop.value === "ping-pong") {
      if (seconds >= this.length || seconds <= 0) this.direction = seconds <= 0 ? 1 : -1;
      seconds = Math.min(this.length, Math.max(0, seconds));
    } else if (this.loop.value === "clamp" && seconds >= this.length) {
      seconds = this.length;
      this.pause();
    } else {
      seconds = ((seconds % this.length) + this.length) % this.length;
    }
    this.setTime(seconds, false);
    return this.playing;
  }
}
