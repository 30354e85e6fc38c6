WITH replaced AS (
  DELETE FROM recovery_codes WHERE user_id = :user_id AND NOT hash = ANY (:hashes::bytea[])
)
INSERT INTO recovery_codes (user_id, hash)
SELECT :user_id, hash FROM unnest(:hashes::bytea[]) AS code(hash)
