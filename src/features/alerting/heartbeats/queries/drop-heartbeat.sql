-- Its row is gone. One that is missing stays until its alert is ended.
UPDATE heartbeats SET enabled = false, failed = false, due_at = NULL, token_hash = NULL, sealed_token = NULL
WHERE organization_id = :organization_id AND id = :id
