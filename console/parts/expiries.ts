/** How long a key or a token may live, as people choose it. */
export const expiries = [
  { value: "7", label: "in 7 days" },
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
  { value: "365", label: "in a year" },
  { value: "", label: "never, or the latest date allowed" },
];

export function expiryAt(days: string): string | null {
  return days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}
