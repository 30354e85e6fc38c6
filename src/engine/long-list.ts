/** The items of a list as JSON, as many as one answer may hold. */

/** Most bytes of an answer: 8 MiB. */
export const mostAnswerBytes = 8 * 1_048_576;

/** Of these, what stands around the items of a list, such as their ETags. */
const aroundBytes = 262_144;

export interface LongList {
  /** Adds the JSON of an item; false where the answer has no room for it. Nothing is added after that. */
  add(item: string): boolean;
  /** Whether something had no room. */
  readonly isCut: boolean;
  /** How many items there are. */
  readonly length: number;
  /** The list as JSON. */
  text(): string;
}

export function createLongList(): LongList {
  const items: string[] = [];
  let room = mostAnswerBytes - aroundBytes;
  let isCut = false;
  return {
    add(item) {
      room -= Buffer.byteLength(item) + 1;
      isCut ||= room < 0;
      if (!isCut) items.push(item);
      return !isCut;
    },
    get isCut() {
      return isCut;
    },
    get length() {
      return items.length;
    },
    text: () => `[${items.join(",")}]`,
  };
}
