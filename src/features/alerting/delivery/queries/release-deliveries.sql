UPDATE deliveries SET lease = NULL, locked_until = NULL WHERE lease = :lease AND id = ANY (:ids::text[])
