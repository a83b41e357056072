import type { Lobby, LobbySeat } from "../generated/messages";
import { say } from "../texts";

export function lobbySeat(lobby: Lobby | null, seat: number): LobbySeat | undefined {
  return lobby?.seats.find((one) => one.seat === seat);
}

export function nameOf(lobby: Lobby | null, seat: number): string {
  return lobbySeat(lobby, seat)?.name ?? say("lobby.seat", { seat });
}

export function suitOf(lobby: Lobby | null, seat: number): number {
  return lobbySeat(lobby, seat)?.suit ?? seat - 1;
}

/** Lists the parts of the seats that play, in order; their numbers may have gaps (LD-1.3). */
export function seatsOf<Seat extends { readonly seat: number }>(
  parts: Readonly<Partial<Record<`seat${number}`, Seat>>>,
): Seat[] {
  return Object.keys(parts)
    .flatMap((name) => {
      const seat = /^seat(\d+)$/.exec(name)?.[1];
      const part = seat === undefined ? undefined : parts[`seat${Number(seat)}`];
      return part === undefined ? [] : [part];
    })
    .sort((a, b) => a.seat - b.seat);
}
