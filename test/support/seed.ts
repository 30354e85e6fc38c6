/** Runs once before the suite of properties: a seed for all of its files, printed so that it can be given again. */
import { randomInt } from "node:crypto";

export default function chooseSeed(): void {
  if (process.env.TEST_SUITE !== "properties") return;
  process.env.FC_SEED ??= String(randomInt(2 ** 31));
  console.log(`properties: FC_SEED=${process.env.FC_SEED} npm run test:properties draws these cases again`);
}
