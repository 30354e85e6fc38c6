/** The addresses of an organization's pages. */
export function kindPath(org: string, kind: string): string {
  return `/o/${org}/settings/${kind}`;
}

export function rowPath(org: string, kind: string, id: string): string {
  return `${kindPath(org, kind)}/${encodeURIComponent(id)}`;
}

/** Beside the kinds' rows, where an id may be any word. */
export function newPath(org: string, kind: string): string {
  return `/o/${org}/new/${kind}`;
}
