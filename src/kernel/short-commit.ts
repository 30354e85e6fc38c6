/** The beginning of a commit's name, by which people know it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}
