-- An authenticator that counts its answers never answers with the same count twice; many do not count.
UPDATE second_factors SET sign_count = :sign_count, last_used_at = :now
WHERE id = :id AND (sign_count < :sign_count OR sign_count = 0 AND :sign_count = 0)
RETURNING id
