WITH used AS (
  UPDATE oauth_clients SET used_at = :now WHERE id = :client_id
)
INSERT INTO oauth_grants (token_id, client_id, redirect_uri, code_hash, code_challenge, code_expires_at)
VALUES (:token_id, :client_id, :redirect_uri, :code_hash, :code_challenge, :code_expires_at)
