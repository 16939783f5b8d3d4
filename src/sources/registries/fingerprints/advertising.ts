// Technologies: advertising, retargeting and affiliates.

/** Rows in the format of `rows.ts`. */
export const ADVERTISING = String.raw`
Google AdSense | 36 | adsense.google.com | host=pagead2.googlesyndication.com | meta.google-adsense-account
Google Publisher Tag | 36 | developers.google.com/publisher-tag
| script=securepubads\.g\.doubleclick\.net|googletagservices\.com/tag/js/gpt\.js | inline=googletag\.cmd
Google Ads | 36 | ads.google.com | script=googletagmanager\.com/gtag/js\?id=AW- | script=googleadservices\.com/pagead/conversion
| inline=gtag\(["']config["'], ?["']AW-
DoubleClick Floodlight | 36 | marketingplatform.google.com | script=fls\.doubleclick\.net | frame=fls\.doubleclick\.net
| script=googletagmanager\.com/gtag/js\?id=DC-
Facebook Pixel | 10 36 | www.facebook.com/business | script=connect\.facebook\.net/[^/]{1,40}/fbevents\.js|connect\.facebook\.net/signals
| inline=\bfbq\(["']init | html=facebook\.com/tr\?id=
Facebook SDK | 5 | developers.facebook.com | script=connect\.facebook\.net/[^/]{1,40}/(?:sdk|all)\.js
| inline=connect\.facebook\.net/[a-z_]{5}/(?:sdk|all)\.js | dom=#fb-root
LinkedIn Insight Tag | 10 36 | business.linkedin.com | host=snap.licdn.com | inline=_linkedin_partner_id
LinkedIn Sign-in | 69 | developer.linkedin.com | script=platform\.linkedin\.com/in\.js
TikTok Pixel | 10 36 | ads.tiktok.com | host=analytics.tiktok.com
Pinterest | 10 5 | www.pinterest.com | script=s\.pinimg\.com/ct/core\.js | inline=s\.pinimg\.com/ct/core\.js | meta.p:domain_verify ~50
| host=assets.pinterest.com
Twitter Ads | 36 10 | ads.x.com | host=static.ads-twitter.com
Twitter | 5 | x.com | host=platform.twitter.com
Snap Pixel | 10 36 | businesshelp.snapchat.com | host=sc-static.net | inline=sc-static\.net/scevent
Reddit Ads | 36 | ads.reddit.com | host=www.redditstatic.com
Quora Pixel | 10 36 | quoraadsupport.zendesk.com | host=a.quora.com
Microsoft Advertising | 36 | ads.microsoft.com | host=bat.bing.com | cookie=^_uet
Amazon Advertising | 36 | advertising.amazon.com | host=c.amazon-adsystem.com | host=aax.amazon-adsystem.com | host=s.amazon-adsystem.com
Amazon Associates | 71 | affiliate-program.amazon.com | host=ws-na.amazon-adsystem.com | host=z-na.amazon-adsystem.com
Criteo | 36 77 | www.criteo.com | host=static.criteo.net | host=dynamic.criteo.com
Taboola | 36 | www.taboola.com | host=cdn.taboola.com | host=trc.taboola.com
Outbrain | 36 | www.outbrain.com | host=widgets.outbrain.com | host=amplify.outbrain.com
AdRoll | 36 77 | www.adroll.com | host=s.adroll.com | host=d.adroll.com
Prebid | 36 | prebid.org | script=/prebid[^/?]{0,40}\.js | inline=\bpbjs\.que
Xandr | 36 | about.ads.microsoft.com | host=acdn.adnxs.com | host=ib.adnxs.com
Index Exchange | 36 | www.indexexchange.com | host=js-sec.indexww.com
Magnite | 36 | www.magnite.com | host=ads.rubiconproject.com | host=micro.rubiconproject.com
PubMatic | 36 | pubmatic.com | host=ads.pubmatic.com
OpenX | 36 | www.openx.com | script=\.openx\.net/ | host=u.openx.net
Teads | 36 | www.teads.com | host=a.teads.tv | host=p.teads.tv
Sovrn | 36 | www.sovrn.com | host=ap.lijit.com | host=get.s-onetag.com
Ezoic | 36 92 | www.ezoic.com | host=www.ezojs.com | host=g.ezoic.net | header.x-middleton-display
Mediavine | 36 | www.mediavine.com | host=scripts.mediavine.com
Raptive | 36 | raptive.com | host=ads.adthrive.com
Media.net | 36 | www.media.net | host=contextual.media.net
Carbon Ads | 36 | www.carbonads.net | host=cdn.carbonads.com
BuySellAds | 36 | www.buysellads.com | host=m.servedby-buysellads.com | host=s3.buysellads.com
Yandex.Direct | 36 | direct.yandex.com | script=an\.yandex\.ru/system/context\.js|yandex\.ru/ads/system/context\.js
| inline=yandex\.ru/ads/system/context\.js
VK Pixel | 36 | vk.com | script=vk\.com/js/api/openapi\.js | inline=vk\.com/js/api/openapi\.js
Baidu Union | 36 | union.baidu.com | host=cpro.baidustatic.com
Kakao | 5 36 | developers.kakao.com | host=t1.kakaocdn.net | host=developers.kakao.com | host=t1.daumcdn.net
LINE | 5 36 | developers.line.biz | host=d.line-scdn.net | host=static.line-scdn.net
Yahoo Advertising | 36 | www.advertising.yahooinc.com | host=s.yimg.jp ~60 | host=s.yimg.com/wi/ytc.js
Integral Ad Science | 36 | integralads.com | host=pixel.adsafeprotected.com | host=cdn.adsafeprotected.com
DoubleVerify | 36 | doubleverify.com | host=cdn.doubleverify.com | host=pub.doubleverify.com
Moat | 36 | www.oracle.com | script=\.moatads\.com/ | host=z.moatads.com
LiveRamp | 36 97 | liveramp.com | host=ats.rlcdn.com | host=ats-wrapper.privacymanager.io
ID5 | 36 | id5.io | host=cdn.id5-sync.com
Lotame | 36 | www.lotame.com | host=tags.crwdcntrl.net
Bombora | 36 | bombora.com | host=ml314.com
The Trade Desk | 36 | www.thetradedesk.com | host=js.adsrvr.org
MediaMath | 36 | www.infillion.com | host=pixel.mathtag.com
Sizmek | 36 | www.amazon.com | host=bs.serving-sys.com
RTB House | 77 36 | www.rtbhouse.com | script=\.creativecdn\.com/ | host=tags.creativecdn.com
Awin | 71 | www.awin.com | host=www.dwin1.com | host=www.dwin2.com
CJ Affiliate | 71 | www.cj.com | host=www.mczbf.com | host=www.emjcd.com
Rakuten Advertising | 71 | rakutenadvertising.com | host=tag.rmp.rakuten.com | host=click.linksynergy.com
Impact | 71 | impact.com | host=utt.impactcdn.com | host=d.impactradius-event.com
ShareASale | 71 | www.shareasale.com | host=www.shareasale.com
Skimlinks | 71 | skimlinks.com | host=s.skimresources.com
VigLink | 71 | www.sovrn.com | host=cdn.viglink.com
Tradedoubler | 71 | www.tradedoubler.com | host=swrap.tradedoubler.com
PartnerStack | 71 | partnerstack.com | host=js.partnerstack.com | host=snap.growsumo.com
Rewardful | 71 | www.rewardful.com | host=r.wdfl.co
Refersion | 71 | www.refersion.com | host=cdn.refersion.com
Admiral | 36 | www.getadmiral.com | inline=admiral(?:Analytics)?\( ~60
PropellerAds | 36 | propellerads.com | meta.propeller
Adcash | 36 | adcash.com | host=acscdn.com
`;
