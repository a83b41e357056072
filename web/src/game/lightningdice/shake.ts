/**
 * Hears a phone being shaken. Motion is told in secure contexts only, and on some phones after a question that must
 * come out of a tap; where there is none, nothing is offered.
 */
type Asking = typeof DeviceMotionEvent & { requestPermission?: () => Promise<"granted" | "denied"> };

const STRONG = 17; // metres a second squared without gravity's own 9.8 or so: a shake, not a walk
const APART_MS = 260; // one shake is several peaks

export function canShake(): boolean {
  return (
    isSecureContext && typeof DeviceMotionEvent !== "undefined" && matchMedia("(pointer: coarse)").matches
  );
}

/** Tells whether the phone itself asks its owner first. */
export function mustAsk(): boolean {
  return canShake() && (DeviceMotionEvent as Asking).requestPermission !== undefined;
}

/** Asks to be told of motion, if that must be asked; to be called while a tap is heard. */
export async function mayShake(): Promise<boolean> {
  const asking = DeviceMotionEvent as Asking;
  if (asking.requestPermission === undefined) return true;
  try {
    return (await asking.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** Calls back at each shake, until the returned function is called. */
export function listenForShakes(shaken: () => void): () => void {
  let last = -Infinity;
  const hear = ({ acceleration, accelerationIncludingGravity, timeStamp }: DeviceMotionEvent): void => {
    const felt = acceleration?.x === null ? null : acceleration;
    const { x, y, z } = felt ?? accelerationIncludingGravity ?? { x: 0, y: 0, z: 0 };
    const strength = Math.hypot(x ?? 0, y ?? 0, z ?? 0) - (felt === null ? 9.8 : 0);
    if (strength < STRONG || timeStamp - last < APART_MS) return;
    last = timeStamp;
    shaken();
  };
  addEventListener("devicemotion", hear);
  return () => {
    removeEventListener("devicemotion", hear);
  };
}
