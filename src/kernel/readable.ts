/** A moment as people read it; whoever reads is somewhere, and UTC is everywhere. */
export function readable(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
