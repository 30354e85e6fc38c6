INSERT INTO delivery_alerts (organization_id, alert_id, source, sender_id)
SELECT :organization_id, one.alert_id, one.source, one.sender_id
FROM jsonb_to_recordset(:rows::jsonb) AS one (alert_id text, source text, sender_id text)
ON CONFLICT (organization_id, alert_id, source) DO NOTHING
