INSERT INTO alert_silences (organization_id, connector_id, silence_id, mute_id, made_there)
SELECT :organization_id, :connector_id, one.silence_id, one.mute_id, one.made_there
FROM jsonb_to_recordset(:silences::jsonb) AS one (silence_id text, mute_id text, made_there boolean)
