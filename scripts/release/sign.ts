/**
 * Signs a file as the provider's sums are signed, into a file next to it that ends in `.sig`:
 *
 *     npm run release:sign -- FILE
 */
import { sign, takeSigningKey } from "./signature.ts";

const [, , file] = process.argv;
const key = takeSigningKey(process.env);
if (file === undefined || key === undefined) {
  process.stderr.write("name a file, and set GPG_PRIVATE_KEY (and GPG_PASSPHRASE)\n");
  process.exitCode = 1;
} else sign(file, `${file}.sig`, key);
