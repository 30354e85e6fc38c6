/** How far another machine's wall clock is from this one's. */

/**
 * Clocks that agree within this are taken for equal: what is reported then has the very time that was read. More is a
 * clock that is wrong, and no delay on the way.
 */
const tolerance_ms = 60_000;

/** Stays as it is until it is wrong by more than the tolerance: the same moment is always moved to the same one. */
export class ClockOffset {
  #ms = 0;

  /** What is added to times of this clock to have them on the other one, in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  /** Notes what the other clock says, and this one, both in milliseconds since 1970. What is no time is not noted. */
  note(other: number, own: number): void {
    if (Math.abs(other - own - this.#ms) > tolerance_ms) this.#ms = other - own;
  }
}
