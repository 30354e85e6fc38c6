-- A connector's mail password is sent only to the mail server that it was given for. Of rows of before that is their
-- present one.
UPDATE rows
SET state = state || jsonb_build_object('secret_addresses',
  jsonb_build_object('config', configuration -> 'metadata' -> 'smtp_smarthost'))
WHERE kind = 'connectors' AND secrets ? 'config'
  AND configuration -> 'metadata' ->> 'smtp_smarthost' IS NOT NULL;
