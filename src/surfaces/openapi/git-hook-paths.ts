/** The addresses that forges post to, which are no operations: their signature is all that they show. */
import type { JsonObject } from "../../kernel/validate.ts";
import { headersOf, refusalsOf } from "./components.ts";

export const gitHookPaths: Readonly<Record<string, JsonObject>> = {
  "/api/v1/intake/git/{id}": {
    post: {
      operationId: "take_git_webhook",
      tags: ["git_sources"],
      summary: "Say that a branch moved",
      description:
        "A webhook of GitHub, GitLab, Gitea, Forgejo or Bitbucket. It is signed with the webhook_secret of the source, as each of them signs (X-Hub-Signature-256, X-Gitlab-Token, X-Gitea-Signature, X-Forgejo-Signature, X-Hub-Signature). The repository is looked at soon; what the body says is not read.",
      security: [],
      parameters: [
        {
          name: "id",
          in: "path",
          required: true,
          description: "The id of the source.",
          schema: { type: "string" },
        },
      ],
      responses: {
        202: {
          description: "The repository is looked at soon.",
          headers: headersOf(),
          content: {
            "application/json": {
              schema: {
                type: "object",
                additionalProperties: true,
                required: ["accepted"],
                properties: { accepted: { type: "boolean", description: "Always true." } },
              },
            },
          },
        },
        ...refusalsOf([400, 401, 404, 413, 429, 500, 503]),
      },
    },
  },
};
