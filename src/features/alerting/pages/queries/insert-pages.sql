-- Leaves out who has a page of the same message; of what goes on, who has an open page about all of it, no less urgent, that
-- has steps to take yet.
INSERT INTO pages (organization_id, id, source, email, sender_id, rota_id, role, urgent, message, why, steps, due_at)
SELECT :organization_id, one.id, one.source, one.email, one.sender_id, one.rota_id, one.role, one.urgent, one.message,
  one.why, one.steps, now() + one.first_seconds * interval '1 second'
FROM jsonb_to_recordset(:pages::jsonb) AS one (id text, source text, email text, sender_id text, rota_id text, role text,
  urgent boolean, message jsonb, why jsonb, steps jsonb, first_seconds integer)
WHERE one.message ->> 'phase' <> 'reminder' OR NOT EXISTS (
  SELECT FROM pages AS other
  WHERE other.organization_id = :organization_id AND lower(other.email) = lower(one.email) AND other.closed_at IS NULL
    AND other.due_at IS NOT NULL AND (other.urgent OR NOT one.urgent) AND NOT EXISTS (
      SELECT FROM delivery_alerts AS reported
      WHERE reported.organization_id = :organization_id AND reported.source = one.source AND NOT EXISTS (
        SELECT FROM delivery_alerts AS same
        WHERE same.organization_id = :organization_id AND same.alert_id = reported.alert_id AND same.source = other.source
      )
    )
)
ON CONFLICT ON CONSTRAINT pages_once DO NOTHING
RETURNING id
