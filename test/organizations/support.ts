/** The operator's calls on one organization, as tests of several files make them. */
import type { TestService } from "../support/service.ts";

export const pathOf = (id: string) => `operator/organizations/${id}`;

/** @param url where the service listens: an export is a file, and comes in pieces */
export async function exported(test: TestService, url: string, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${test.settings.operatorToken}` };
  const answer = await fetch(`${url}/api/v1/${pathOf(id)}/export`, { headers });
  return Buffer.from(await answer.arrayBuffer());
}
