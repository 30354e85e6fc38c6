/** What `.ci/run` takes in turns, a third each time: see `inTurns` of vitest.config.ts. */
const { TEST_TURN: turn = "" } = process.env;

/** Whether all is run. */
export const isWhole = turn === "";

/** Whether the turn of what has this place has come. */
export function isTurnOf(place: number): boolean {
  return isWhole || place % 3 === Number(turn);
}
