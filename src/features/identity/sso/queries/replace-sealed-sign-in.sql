UPDATE sso_sign_ins SET sealed_id_token = :after
WHERE session_hash = :session_hash AND sealed_id_token = :before
RETURNING session_hash
