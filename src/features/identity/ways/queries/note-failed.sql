UPDATE ways SET failed_at = :at, failure = :failure WHERE id = :id
