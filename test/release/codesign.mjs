// Stands in for macOS's codesign: writes into a program that it is signed, with nothing behind it.
import { readFileSync, writeFileSync } from "node:fs";

const [, , file] = process.argv;
const program = readFileSync(file);
const [commands, bytes] = [program.readUInt32LE(16), program.readUInt32LE(20)];
// The new load command goes behind the others, where linkers leave room: LC_CODE_SIGNATURE, of 16 bytes.
program.writeUInt32LE(0x1d, 32 + bytes);
program.writeUInt32LE(16, 32 + bytes + 4);
program.writeUInt32LE(commands + 1, 16);
program.writeUInt32LE(bytes + 16, 20);
writeFileSync(file, program);
