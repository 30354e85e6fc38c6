/** How plans say what becomes of who is on call. */
import {
  boolean,
  defaultLimits,
  integer,
  list,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";

const anything = Number.MAX_SAFE_INTEGER;

const ofRota = {
  rota: text({ description: "The rota's name.", max: defaultLimits.name }),
  role: text({ description: "The role.", max: 64 }),
} as const;

const message = text({ description: "The same in a sentence.", max: anything });

function gaps(description: string) {
  return list({
    description,
    max: anything,
    items: object({
      description: "A time.",
      fields: {
        ...ofRota,
        from: timestamp({ description: "From when on." }),
        to: timestamp({ description: "Until when." }),
        message,
      },
    }),
  });
}

function people(description: string) {
  return list({
    description,
    max: anything,
    items: text({ description: "An email address.", max: 254 }),
  });
}

/** `effects.on_call` of a plan. */
export const onCallEffect = object({
  description: "Who is on call by it in the next 90 days. Null where no rota, override or absence changes.",
  nullable: true,
  fields: {
    gaps_opened: gaps("Times of must_cover that nobody has any more."),
    gaps_closed: gaps("Times of must_cover that somebody has again, or that must_cover leaves out now."),
    cut: boolean({ description: "True where there are more gaps than the first 100 of each." }),
    load: list({
      description: "People who get more or less, by address.",
      max: anything,
      items: object({
        description: "A person.",
        fields: {
          email: text({ description: "The address.", max: 254 }),
          hours: number({ description: "Hours more; negative: less." }),
          nights: integer({ description: "Nights more." }),
          weekends: integer({ description: "Weekends more." }),
          message,
        },
      }),
    }),
    now: list({
      description: "Roles in which others are on call at once.",
      max: anything,
      items: object({
        description: "A role.",
        fields: { ...ofRota, before: people("As it is."), after: people("As it would be."), message },
      }),
    }),
  },
});
