INSERT INTO alert_on_call (
  organization_id, alert_id, sender_id, rota_id, role, at, rota_name, outcome, answered, receivers, reason
)
SELECT :organization_id, one.alert_id, one.sender_id, one.rota_id, one.role, one.at, one.rota_name, one.outcome,
  one.answered, one.receivers, one.reason
FROM jsonb_to_recordset(:rows::jsonb) AS one (
  alert_id text, sender_id text, rota_id text, role text, at timestamptz, rota_name text, outcome text, answered text,
  receivers text[], reason text
)
ON CONFLICT (organization_id, alert_id, sender_id, rota_id, role, at) DO NOTHING
