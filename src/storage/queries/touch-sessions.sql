UPDATE sessions SET last_used_at = $2 WHERE hash = ANY ($1::bytea[]) AND last_used_at < $2
