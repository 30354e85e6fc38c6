/** The digest that a set of rendered files goes by: the service announces it, and an agent compares the files with it. */
import { createHash } from "node:crypto";

/** Made of a file's name and then of its content, in pieces or whole; one file after the other. */
export interface FilesDigest {
  begin(name: string): void;
  add(piece: string): void;
  /** SHA-256 over the files' names and the SHA-256 of each content, in hexadecimal. */
  end(): string;
}

/** The content counts by its own hash, so that it may come in pieces and no two sets of files have the same text. */
export function createFilesDigest(): FilesDigest {
  const whole = createHash("sha256");
  let content: ReturnType<typeof createHash> | undefined;
  const close = () => {
    if (content !== undefined) whole.update(`${content.digest("hex")}\n`);
  };
  return {
    begin(name) {
      close();
      whole.update(`${JSON.stringify(name)} `);
      content = createHash("sha256");
    },
    add(piece) {
      content?.update(piece);
    },
    end() {
      close();
      content = undefined;
      return whole.digest("hex");
    },
  };
}

export function digestOfFiles(files: readonly { readonly name: string; readonly content: string }[]): string {
  const digest = createFilesDigest();
  for (const { name, content } of files) {
    digest.begin(name);
    digest.add(content);
  }
  return digest.end();
}
