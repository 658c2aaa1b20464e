//! The census: every claim fares as it should, and what is altered is seen.

use std::sync::LazyLock;

use phinum_core::census::{
    Claim, Figure, Finding, Progress, Row, Said, Source, Stopped, Value, Verdict, agree, claims,
    run,
};

static CLAIMS: LazyLock<Vec<Claim>> = LazyLock::new(claims);
static ROWS: LazyLock<Vec<Row<'static>>> =
    LazyLock::new(|| run(&CLAIMS, &mut |_| true).expect("nothing stops it"));

#[test]
fn no_claim_disagrees() {
    for row in ROWS.iter() {
        assert_ne!(row.verdict, Verdict::Disagrees, "{}: {:?}", row.claim.claim, row.finding);
    }
    assert!(agree(&ROWS));
    let count = |verdict| ROWS.iter().filter(|row| row.verdict == verdict).count();
    assert_eq!((count(Verdict::Erratum), count(Verdict::Unchecked)), (4, 4));
}

#[test]
fn the_figures_that_are_asked_for_most() {
    let value = |claim: &str| {
        let row = ROWS.iter().find(|row| row.claim.claim == claim).expect(claim);
        row.finding.value.to_string()
    };
    for (claim, expected) in [
        ("the bit is right, pairs", "68 of 91"),
        ("the bit is right, triples", "133 of 165"),
        ("the values are right, pairs", "91 of 91"),
        ("the values are right, triples", "165 of 165"),
        ("the digit rule is right", "6400 of 6400"),
        ("the shift alone is right", "3572 of 3600"),
        ("states of heaps of 5, 10 and 20", "6 19 66"),
        ("searching whole over searching parts, pairs", "6.2565"),
        ("searching whole over searching parts, triples", "16.9484"),
        ("the digit rule on a square of 4096", "16777216 of 16777216"),
        ("the largest value of an opening to 10^7", "62"),
    ] {
        assert_eq!(value(claim), expected, "{claim}");
    }
}

#[test]
fn claims_are_told_apart_and_said_in_full() {
    for source in Source::ALL {
        assert!(CLAIMS.iter().any(|claim| claim.source == source));
    }
    for (i, claim) in CLAIMS.iter().enumerate() {
        let same = |other: &&Claim| (other.source, other.claim) == (claim.source, claim.claim);
        assert_eq!(CLAIMS[i + 1..].iter().find(same).map(|claim| claim.claim), None);
        assert!([claim.place, claim.claim, claim.by].iter().all(|text| !text.is_empty()));
    }
}

/// A figure that is nearly the given one, if there is one.
fn altered(figure: Figure) -> Option<Figure> {
    Some(match figure {
        Figure::Number(number) => Figure::Number(number + 1),
        Figure::Share(0, _) | Figure::Always => return None,
        Figure::Share(part, whole) => Figure::Share(part - 1, whole),
        Figure::Decimal { digits, places } => Figure::Decimal { digits: digits + 1, places },
        Figure::Numbers(numbers) => {
            let mut numbers = numbers.to_vec();
            *numbers.last_mut()? += 1;
            Figure::Numbers(numbers.leak())
        }
        Figure::Word(word) => Figure::Word(format!("{word}0").leak()),
    })
}

#[test]
fn an_altered_figure_disagrees() {
    let mut seen = 0;
    for row in ROWS.iter() {
        let disagrees = |said| {
            let claim = Claim { said, ..*row.claim };
            claim.verdict(&row.finding) == Verdict::Disagrees
        };
        match row.claim.said {
            Said::Printed(figure) => {
                let Some(figure) = altered(figure) else { continue };
                assert!(disagrees(Said::Printed(figure)), "{}", row.claim.claim);
            }
            Said::Wrongly { printed, right, why } => {
                let wrong = altered(right).expect("errors are in figures");
                assert!(disagrees(Said::Wrongly { printed, right: wrong, why }));
                // What is right after all is no error.
                assert!(disagrees(Said::Wrongly { printed: right, right, why }));
                assert!(disagrees(Said::Printed(printed)));
            }
            Said::Asked => continue,
        }
        seen += 1;
    }
    assert!(seen > 50, "{seen} figures were altered");
}

#[test]
fn an_exception_disagrees() {
    let mut seen = 0;
    for row in ROWS.iter().filter(|row| row.claim.said == Said::Printed(Figure::Always)) {
        let Value::Cases { checked, .. } = row.finding.value else { panic!("{:?}", row.claim) };
        let exception = Some("some case".to_owned());
        let finding = Finding::from(Value::Cases { checked, exception });
        assert_eq!(row.claim.verdict(&finding), Verdict::Disagrees);
        let nothing = Finding::from(Value::Cases { checked: 0, exception: None });
        assert_eq!(row.claim.verdict(&nothing), Verdict::Disagrees);
        seen += 1;
    }
    assert!(seen > 30, "{seen} statements");
}

#[test]
fn two_routes_that_part_disagree() {
    let mut seen = 0;
    for row in ROWS.iter().filter(|row| row.finding.again.is_some()) {
        let finding = Finding { again: Some(Value::Number(12_345)), ..row.finding.clone() };
        assert_eq!(row.claim.verdict(&finding), Verdict::Disagrees, "{}", row.claim.claim);
        seen += 1;
    }
    assert!(seen > 10, "{seen} second routes");
}

#[test]
fn a_census_with_one_altered_figure_does_not_agree() {
    let mut some: Vec<Claim> =
        claims().into_iter().filter(|c| c.source == Source::NimTakes).collect();
    let census = |claims: &[Claim]| agree(&run(claims, &mut |_| true).expect("nothing stops it"));
    assert!(census(&some));
    let printed = some.iter_mut().find(|claim| claim.claim == "50 is the sum of").expect("a claim");
    printed.said = Said::Printed(Figure::Numbers(&[34, 13, 2, 1]));
    assert!(!census(&some));
}

#[test]
fn it_can_be_stopped_between_claims_and_within_one() {
    let mut done = Vec::new();
    let stopped = run(&CLAIMS, &mut |progress: Progress| {
        done.push(progress.done);
        progress.done < 3
    });
    assert_eq!(stopped.map(|_| ()), Err(Stopped));
    assert!(done.is_sorted() && done.last() == Some(&3));
    for claim in CLAIMS.iter().filter(|claim| claim.claim.contains("10^7")) {
        let mut asked = 0;
        let stopped = run(std::slice::from_ref(claim), &mut |_| {
            asked += 1;
            asked < 5
        });
        assert_eq!((stopped.map(|_| ()), asked), (Err(Stopped), 5), "{}", claim.claim);
    }
}
