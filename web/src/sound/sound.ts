import { preferences } from "../preferences.svelte";

/** Is one short sound: a tone or a knock that dies away. */
type Note = {
  at?: number; // seconds from now
  pitch: number; // hertz
  to?: number; // glides there
  long: number; // seconds
  loud: number;
  shape?: OscillatorType;
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Wakes the sound at the first touch; browsers allow none before. */
function awake(): AudioContext | null {
  if (preferences.muted || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") {
    if (!navigator.userActivation.hasBeenActive) return null;
    void context.resume();
  }
  return context;
}

function play(...notes: Note[]): void {
  const on = awake();
  if (on === null) return;
  for (const { at = 0, pitch, to = pitch, long, loud, shape = "triangle" } of notes) {
    const start = on.currentTime + at;
    const tone = new OscillatorNode(on, { type: shape, frequency: pitch });
    tone.frequency.exponentialRampToValueAtTime(to, start + long);
    const gain = new GainNode(on, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0004, start + long);
    tone.connect(gain).connect(on.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}

function rub(pitch: number, long: number, loud: number, at = 0): void {
  const on = awake();
  if (on === null) return;
  noise ??= white(on);
  const start = on.currentTime + at;
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 1.1 });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0004, start + long);
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(start, 0, long);
}

function white(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];

/** Is every sound of the table: short, wooden and electric, made here. */
export const sound = {
  flip(): void {
    rub(1800, 0.07, 0.16);
    play({ at: 0.05, pitch: 190, to: 130, long: 0.11, loud: 0.22 });
  },
  stroke(): void {
    rub(3200, 0.09, 0.12);
    rub(2600, 0.09, 0.12, 0.09);
  },
  /** A step of a chain; each one higher than the last. */
  tick(step: number): void {
    const pitch = 523 * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12);
    play({ pitch, long: 0.2, loud: 0.14 }, { pitch: pitch * 2.01, long: 0.09, loud: 0.05, shape: "square" });
  },
  token(): void {
    play({ pitch: 880, to: 1320, long: 0.13, loud: 0.09, shape: "sine" });
  },
  back(): void {
    play({ pitch: 320, to: 180, long: 0.14, loud: 0.12 });
  },
  no(): void {
    play({ pitch: 150, to: 110, long: 0.12, loud: 0.16 });
  },
  /** A second of a count-in; the last one is higher. */
  count(left: number): void {
    play({ pitch: left === 1 ? 740 : 494, long: 0.16, loud: 0.12, shape: "square" });
  },
  /** Dice thrown on felt. */
  throw(dice: number): void {
    rub(420, 0.22, 0.2);
    for (let i = 0; i < dice; i += 1) rub(1500 + 260 * i, 0.035, 0.13, 0.03 + i * 0.045);
  },
  /** Dice that come to rest. */
  rest(dice: number): void {
    for (let i = 0; i < Math.min(dice, 3); i += 1)
      play({ at: i * 0.028, pitch: 240 - i * 30, to: 120, long: 0.05, loud: 0.17 });
  },
  keep(): void {
    play({ pitch: 620, to: 760, long: 0.05, loud: 0.08, shape: "sine" });
  },
  /** A call that waits for its verdict. */
  call(): void {
    play({ pitch: 523, long: 0.1, loud: 0.12 }, { at: 0.07, pitch: 784, long: 0.18, loud: 0.13 });
  },
  thunder(): void {
    rub(140, 0.5, 0.5);
    play({ pitch: 120, to: 46, long: 0.55, loud: 0.3, shape: "sawtooth" });
  },
  loss(): void {
    play(
      { pitch: 294, to: 208, long: 0.3, loud: 0.15 },
      { at: 0.14, pitch: 220, to: 147, long: 0.4, loud: 0.15 },
    );
  },
  finish(): void {
    play(...[392, 523, 659, 784].map((pitch, i) => ({ at: i * 0.07, pitch, long: 0.35, loud: 0.12 })));
  },
  win(): void {
    play(
      ...[262, 392, 523, 659, 784, 1047].map((pitch, i) => ({
        at: i * 0.06,
        pitch,
        long: 1.5 - i * 0.1,
        loud: 0.1,
      })),
      { at: 0.4, pitch: 1568, long: 0.9, loud: 0.04, shape: "sine" as const },
    );
  },
};
