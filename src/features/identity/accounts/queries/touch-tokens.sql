UPDATE tokens SET last_used_at = :now
WHERE hash = ANY (:hashes::bytea[]) AND (last_used_at IS NULL OR last_used_at < :now)
