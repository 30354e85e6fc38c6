/** What the calls about shifts answer. */
import { boolean, choice, defaultLimits, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { Concern, Gap } from "../../../shifts/coverage.ts";
import type { Shift, Stretch } from "../../../shifts/shapes.ts";
import { wayKinds } from "../../identity/index.ts";

const anything = Number.MAX_SAFE_INTEGER;
export const moment = (description: string) => timestamp({ description });
export const address = text({ description: "An email address.", max: 254 });
const roleShown = text({ description: "The role.", max: 64 });
const addresses = (description: string) => list({ description, max: anything, items: address });
const rotaFields = {
  rota_id: text({ description: "The rota's id.", max: 512 }),
  name: text({ description: "The rota's name.", max: defaultLimits.name }),
};
const originField = (description: string) => choice({ description, choices: ["rotation", "override"] });

const shiftFields = {
  role: roleShown,
  people: addresses("Who is on call, in the order of their addresses."),
  from: moment("From when on."),
  to: moment("Until when."),
  by: originField("Whether the rotation says so or an override."),
};

export const shiftList = list({
  description: "By role, and in order of time. Where nobody is on call there is no shift.",
  max: anything,
  items: object({ description: "A time with the same people.", fields: shiftFields }),
});

export const shiftsOfPersonList = list({
  description: "In the order of their beginnings.",
  max: anything,
  items: object({
    description: "A shift.",
    fields: { ...rotaFields, ...shiftFields },
  }),
});

const gapList = list({
  description: "Times at which the rota's must_cover wants somebody, and nobody is on call.",
  max: anything,
  items: object({
    description: "One of them.",
    fields: { role: roleShown, from: moment("From when on."), to: moment("Until when.") },
  }),
});

const concernList = list({
  description: "What speaks against somebody's shifts, in order of time.",
  max: anything,
  items: object({
    description: "One concern.",
    fields: {
      kind: choice({
        description:
          "away: an absence says so. gone: no member of the organization, so that nobody is on call in their place. doubly_booked: on call twice at once. unreachable: no page wakes them, as it comes by mail alone or all other ways fail. short_rest: less than 11 hours between two shifts.",
        choices: ["away", "gone", "doubly_booked", "unreachable", "short_rest"],
      }),
      email: address,
      from: moment("From when on."),
      to: moment("Until when."),
      message: text({ description: "What is the matter, to be read after the person.", max: anything }),
      could_cover: addresses(
        "Of somebody who is away or gone, who of the rota is free all that time, least loaded first; empty for the others.",
      ),
    },
  }),
});

/** What is wrong with the shifts to come. */
export const shapesOfCoverage = {
  covered: boolean({ description: "Whether nothing that must be covered is left to nobody." }),
  gaps: gapList,
  concerns: concernList,
} as const;

/** Who is on call in each rota. */
export const whoOutput = {
  at: timestamp({ description: "The moment that it is about." }),
  rotas: list({
    description: "In the order of their names.",
    max: anything,
    items: object({
      description: "A rota.",
      fields: {
        ...rotaFields,
        roles: list({
          description: "Its roles, in the order of its rotations.",
          max: anything,
          items: object({
            description: "A role.",
            fields: {
              role: roleShown,
              people: list({
                description: "Who is on call in it; empty where nobody is.",
                max: anything,
                items: object({
                  description: "A person.",
                  fields: {
                    email: text({ description: "The address.", max: 254 }),
                    name: text({ description: "The name." }),
                    ways: list({
                      description: "The kinds of ways by which they are reached.",
                      max: anything,
                      items: choice({
                        description: "A kind.",
                        choices: wayKinds,
                      }),
                    }),
                  },
                }),
              }),
              since: timestamp({ description: "Since when; null where nobody is.", nullable: true }),
              until: timestamp({
                description: "Until when, or until when nobody is; null where that is over a year away.",
                nullable: true,
              }),
              by: {
                ...originField("Whether the rotation says so or an override; null where nobody is."),
                nullable: true,
              },
              next: object({
                description: "The next shift; null where there is none within a year.",
                nullable: true,
                fields: {
                  at: timestamp({ description: "When it begins." }),
                  people: addresses("Who is on call then."),
                },
              }),
            },
          }),
        }),
      },
    }),
  }),
} as const;

/** Moments as answers have them. */
export function shownStretch({ from, to }: Stretch) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function shownShift({ role, people, by, ...stretch }: Shift) {
  return { role, people, ...shownStretch(stretch), by };
}

export function shownGap({ role, ...stretch }: Gap) {
  return { role, ...shownStretch(stretch) };
}

export function shownConcern({ kind, email, message, could_cover, ...stretch }: Concern) {
  return { kind, email, ...shownStretch(stretch), message, could_cover };
}
