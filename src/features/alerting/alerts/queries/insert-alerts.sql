-- One that has ended is known from here on, and nobody is notified of it.
INSERT INTO alerts (organization_id, id, connector_id, fingerprint, started_at, labels, annotations, title, service,
  severity, url, resolved_at, closed_at, muted_by, muted_until, last_muted_by, source_keys, inhibited_by, inhibiting_alert,
  announced_at, drill_id)
SELECT :organization_id, one.id, :connector_id, one.fingerprint, one.started_at, one.labels, one.annotations, one.title,
  one.service, one.severity, one.url, one.resolved_at, CASE WHEN one.resolved_at IS NOT NULL THEN now() END,
  one.muted_by, one.muted_until, one.muted_by, one.source_keys, one.inhibited_by, one.inhibiting_alert,
  CASE WHEN one.muted_by IS NULL AND one.inhibited_by IS NULL THEN now() END, one.drill_id
FROM jsonb_to_recordset(:alerts::jsonb) AS one (id text, fingerprint text, started_at timestamptz, labels jsonb,
  annotations jsonb, title text, service text, severity text, url text, resolved_at timestamptz, muted_by text,
  muted_until timestamptz, source_keys text[], inhibited_by text, inhibiting_alert text, drill_id text)
