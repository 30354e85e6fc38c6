UPDATE ways SET taken_at = :at, failed_at = NULL, failure = NULL WHERE id = :id
