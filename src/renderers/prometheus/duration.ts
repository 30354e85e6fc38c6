/** Durations as Prometheus writes them, such as 1h30m (prometheus.io/docs/prometheus/latest/querying/basics). */

export function isDuration(text: string): boolean {
  return /^([0-9]+(ms|[smhdwy]))+$/.test(text);
}

const day_ms = 86_400_000;
const unit_ms: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: day_ms,
  w: 7 * day_ms,
  y: 365 * day_ms,
};

/** In milliseconds; 0 for a text that is no duration. */
export function durationMs(text: string): number {
  if (!isDuration(text)) return 0;
  const parts = text.matchAll(/([0-9]+)(ms|[smhdwy])/g);
  return [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (unit_ms[unit] ?? 0), 0);
}
