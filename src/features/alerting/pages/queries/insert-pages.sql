-- Leaves out who has a page of the same message.
INSERT INTO pages (organization_id, id, source, email, sender_id, rota_id, role, urgent, message, why, steps, due_at)
SELECT :organization_id, one.id, one.source, one.email, one.sender_id, one.rota_id, one.role, one.urgent, one.message,
  one.why, one.steps, now() + one.first_seconds * interval '1 second'
FROM jsonb_to_recordset(:pages::jsonb) AS one (id text, source text, email text, sender_id text, rota_id text, role text,
  urgent boolean, message jsonb, why jsonb, steps jsonb, first_seconds integer)
ON CONFLICT ON CONSTRAINT pages_once DO NOTHING
RETURNING id
