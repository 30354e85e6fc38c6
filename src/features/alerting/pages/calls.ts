/** The calls about one's own pages, and the one that a notification on a locked screen makes. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { boolean, choice, list, object, text, timestamp } from "../../../kernel/field.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { sessionOf } from "../../identity/index.ts";
import type { Answered, Answers } from "./answer.ts";
import { acknowledgePath } from "./send.ts";
import type { PageStore } from "./store.ts";

const mostOwn = 100;
const anything = Number.MAX_SAFE_INTEGER;

const answeredShape = object({
  description: "What became of it.",
  fields: {
    outcome: choice({ description: "What was done.", choices: ["acknowledged", "passed_on"] }),
    alert_ids: list({
      description: "The alerts that were open then.",
      max: anything,
      items: text({ description: "An id." }),
    }),
    people: list({
      description: "Who gets it now; empty where it was acknowledged.",
      max: anything,
      items: text({ description: "An address." }),
    }),
  },
});

const ownPagesShape = object({
  description: "The pages of the signed-in person that nobody has answered yet, newest first.",
  fields: {
    data: list({
      description: "Each of them.",
      max: mostOwn,
      items: object({
        description: "A page.",
        fields: {
          id: text({ description: "Its id." }),
          organization: text({ description: "The organization's name." }),
          title: text({ description: "What it is about.", max: anything }),
          url: text({ description: "The alert's page.", max: anything }),
          urgent: boolean({ description: "Whether it takes the steps of a page." }),
          at: timestamp({ description: "When it began." }),
        },
      }),
    }),
  },
});

interface CallDeps {
  readonly answers: Answers;
  readonly pages: ReturnType<PageStore["in"]>;
}

export function pageCalls({ answers, pages }: CallDeps): AccountOperation[] {
  const shared = { tag: "account", credential: "session" } as const;
  return [
    accountOperation({
      name: "answer_page",
      tag: "account",
      credential: "body",
      title: "Answer a page",
      description:
        "Acknowledges the alerts of a page, or passes it on to the next role of its rota, by the token that its message brought: without a session, once, within 24 hours. 409 says what became of a page that was answered already.",
      method: "POST",
      path: acknowledgePath,
      status: 200,
      input: {
        fields: {
          token: text({ description: "The token.", max: 100 }),
          pass_on: boolean({
            description: "True to pass it on, rather than acknowledge it.",
            default: false,
          }),
        },
      },
      output: { value: answeredShape },
      async run({ body: { token, pass_on } }) {
        return { body: bodyOf(await answers.byToken(token, pass_on ? "pass_on" : "acknowledge")) };
      },
    }),
    {
      ...shared,
      name: "get_account_pages",
      title: "Your open pages",
      description:
        "The pages of the signed-in person that are not answered yet, in all organizations that the session reaches.",
      method: "GET",
      path: "/api/v1/account/pages",
      status: 200,
      output: { value: ownPagesShape },
      async run(request) {
        const { user, memberships } = sessionOf(request);
        const names = new Map(memberships.map(({ organization: { id, name } }) => [id, name]));
        const data = (await pages.ofPerson(foldEmail(user.email), mostOwn))
          .filter(({ organizationId }) => names.has(organizationId))
          .map(({ organizationId, id, message, urgent, begunAt }) => ({
            ...{ id, organization: names.get(organizationId) ?? "", title: message.title, url: message.link },
            ...{ urgent, at: begunAt.toISOString() },
          }));
        return { body: { data } };
      },
    },
    ...(["acknowledge", "pass_on"] as const).map(
      (what): AccountOperation => ({
        ...shared,
        name: what === "acknowledge" ? "acknowledge_page" : "pass_page_on",
        title: what === "acknowledge" ? "Acknowledge your page" : "Pass your page on",
        description:
          what === "acknowledge"
            ? "Acknowledges the alerts of an own page."
            : "Gives an own page to who is on call in the next role of its rota, at once.",
        method: "POST",
        path: `/api/v1/account/pages/{id}/${what}`,
        status: 200,
        output: { value: answeredShape },
        async run(request) {
          const { user, memberships } = sessionOf(request);
          const { id = "" } = request.path;
          const [own] = await pages.ofPerson(foldEmail(user.email), 1, id);
          const isReached = memberships.some(({ organization }) => organization.id === own?.organizationId);
          if (own === undefined || !isReached)
            throw new Refusal("not_found", "You have no such open page; get_account_pages lists them.");
          const page = { organizationId: own.organizationId, id, email: user.email };
          return {
            body: bodyOf(await answers[what === "acknowledge" ? "acknowledge" : "passOn"](page, "console")),
          };
        },
      }),
    ),
  ];
}

function bodyOf({ outcome, alertIds, people }: Answered) {
  return { outcome, alert_ids: alertIds, people };
}
