INSERT INTO sso_sign_ins (session_hash, organization_id, sealed_id_token)
SELECT hash, :organization_id::text, :sealed_id_token::text FROM sessions WHERE hash = :session_hash
ON CONFLICT DO NOTHING
