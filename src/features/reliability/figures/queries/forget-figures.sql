DELETE FROM figures WHERE span = :span AND at < :before
