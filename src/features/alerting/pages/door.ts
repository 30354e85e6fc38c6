/** What the button of a page's mail leads to: the question, and what became of it. */
import { Refusal } from "../../../kernel/problem.ts";
import { answeredPage, answerPage } from "../../../renderers/status-page/index.ts";
import { type Answered, type Answers, overText } from "./answer.ts";

const unknownToken = "There is no such page. See the alert in the console.";

export function pagesDoor(answers: Answers) {
  const found = async (token: string) => {
    const page = await answers.tokenOf(token);
    if (page === undefined) throw new Refusal("not_found", unknownToken);
    return { ...page, about: page.title ?? "" };
  };
  return {
    async ask(token: string, action: string) {
      const page = await found(token);
      const isOver = page.closedAt !== null || page.expired;
      return isOver ? answeredPage(page.about, overText(page)) : answerPage(page.about, action);
    },
    async answer(token: string, what: "acknowledge" | "pass_on") {
      const { about } = await found(token);
      return answeredPage(about, words(await answers.byToken(token, what)));
    },
    note: (text: string) => answeredPage("Your page", text),
  };
}

function words({ outcome, people }: Answered): string {
  return outcome === "acknowledged" ? "Acknowledged: it is yours." : `Passed on to ${people.join(" and ")}.`;
}
