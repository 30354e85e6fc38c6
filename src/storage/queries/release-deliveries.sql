UPDATE deliveries SET lease = NULL, locked_until = NULL WHERE lease = $2 AND id = ANY ($1::text[])
